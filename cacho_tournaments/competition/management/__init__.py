"""What is asked of the competition room from the console."""
