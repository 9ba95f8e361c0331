"""Serves the editors' part of the site."""

from django.urls import include, path
from wagtail.admin import urls as admin_urls
from wagtail.documents import urls as document_urls

urlpatterns = [path("admin/", include(admin_urls)), path("documents/", include(document_urls))]
