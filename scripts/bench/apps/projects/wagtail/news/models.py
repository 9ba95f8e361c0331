"""Describes a piece of news: a day, a section, a text, and tags."""

from django.db import models
from modelcluster.contrib.taggit import ClusterTaggableManager
from modelcluster.fields import ParentalKey
from taggit.models import TaggedItemBase
from wagtail.admin.panels import FieldPanel
from wagtail.fields import RichTextField
from wagtail.models import Page


class NewsTag(TaggedItemBase):
    content_object = ParentalKey("news.NewsPage", related_name="tagged", on_delete=models.CASCADE)


class NewsPage(Page):
    day = models.DateField("Day")
    section = models.CharField(
        max_length=10, choices=[("port", "Port"), ("town", "Town"), ("sea", "Open sea")]
    )
    body = RichTextField(blank=True)
    tags = ClusterTaggableManager(through=NewsTag, blank=True)
    content_panels = Page.content_panels + [
        FieldPanel("day"),
        FieldPanel("section"),
        FieldPanel("body"),
        FieldPanel("tags"),
    ]
