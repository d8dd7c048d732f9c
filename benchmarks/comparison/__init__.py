"""Two commits by their micro benchmarks."""
