"""The board generator: public-domain coastlines and hand tables in, compact board files out.  A
build tool only."""
