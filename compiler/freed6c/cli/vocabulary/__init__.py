"""What `explain` tells of the words that packs are written in."""
