"""Prints, as JSON, the pages of news."""

import django

django.setup()

import json  # noqa: E402

from news.models import NewsPage  # noqa: E402

print(
    json.dumps(
        [
            {
                "title": page.title,
                "day": page.day.isoformat(),
                "section": page.section,
                "body": page.body,
                "tags": sorted(tag.name for tag in page.tags.all()),
                "live": page.live,
            }
            for page in NewsPage.objects.all()
        ]
    )
)
