"""What the frontend builds, the passes rewrite and the emitters print."""
