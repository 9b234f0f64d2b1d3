"""Chapter 21 and what it leans on, part by part: what may be done, what follows, and the coroutines
that carry it out."""
