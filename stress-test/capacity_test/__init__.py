"""The highest constant rate that the stack holds."""
