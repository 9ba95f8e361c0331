"""Prints, as JSON, the orders of the shop and the categories of one product."""

import django

django.setup()

import json  # noqa: E402

from oscar.core.loading import get_model  # noqa: E402

orders = [
    {
        "email": order.guest_email,
        "postcode": order.shipping_address.postcode,
        "country": order.shipping_address.country.iso_3166_1_a2,
        "lines": [[line.title, line.quantity] for line in order.lines.all()],
    }
    for order in get_model("order", "Order").objects.all()
]
timer = get_model("catalogue", "Product").objects.get(upc="1012")
categories = sorted(category.name for category in timer.categories.all())
print(json.dumps({"orders": orders, "categories": categories}))
