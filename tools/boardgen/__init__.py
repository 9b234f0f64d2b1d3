"""The board generator: it makes compact board files from public-domain coastlines and hand tables.
A build tool only."""
