"""Makes the editor's account."""

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402

User.objects.create_superuser("editor", "editor@harbour.test", "sesame-4711")
