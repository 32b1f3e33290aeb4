"""Discovery: the laboratory looks for better heuristics itself, and checks what it finds."""
