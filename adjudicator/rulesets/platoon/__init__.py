"""Rules of the game Platoon Commander Deluxe: Kursk."""
