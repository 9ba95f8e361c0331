"""Fills the shop: a country, twelve products in stock, and a keeper for the dashboard."""

import django

django.setup()

import shutil  # noqa: E402
from decimal import Decimal  # noqa: E402
from pathlib import Path  # noqa: E402

import oscar  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402

NAMES = ["Copper kettle", "Enamel kettle", "Frying pan", "Stock pot", "Milk jug", "Bread tin"]
NAMES += ["Tea towel", "Oak board", "Steel ladle", "Glass bowl", "Cake stand", "Egg timer"]

model = get_model
model("address", "Country").objects.create(
    iso_3166_1_a2="DE", printable_name="Germany", name="Germany", is_shipping_country=True
)
kind = model("catalogue", "ProductClass").objects.create(
    name="Kitchen", requires_shipping=True, track_stock=True
)
Category = model("catalogue", "Category")
category = Category.add_root(name="Kitchen")
for name in ["Baking", "Cooking", "Tea and coffee"]:
    Category.objects.get(name="Kitchen").add_child(name=name)
partner = model("partner", "Partner").objects.create(name="Lowland")
for number, name in enumerate(NAMES, start=1):
    product = model("catalogue", "Product").objects.create(
        title=name, upc=str(1000 + number), product_class=kind, description=f"{name}, made to last."
    )
    product.categories.add(category)
    model("partner", "StockRecord").objects.create(
        product=product,
        partner=partner,
        partner_sku=f"sku-{number}",
        price=Decimal(10 + number),
        price_currency="EUR",
        num_in_stock=50,
    )
User.objects.create_superuser("keeper", "keeper@shop.test", "sesame-4711")

# The shop's pages need this picture for products that have none.
picture = Path(oscar.__file__).parent / "static/oscar/img" / settings.OSCAR_MISSING_IMAGE_URL
settings.MEDIA_ROOT.mkdir()
shutil.copy(picture, settings.MEDIA_ROOT)
