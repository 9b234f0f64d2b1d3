"""Help while an order is written: examination, nearby legal orders, the coach, lessons."""
