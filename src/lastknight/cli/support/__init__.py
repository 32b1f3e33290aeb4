"""What commands share: how they are declared, their options, and what they show on a terminal."""
