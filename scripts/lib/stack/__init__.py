"""The parts of the contest's topology: their limits, and what they use."""
