// Set before any schema is made: the shop's own content security policy forbids compiled code.
import { z } from "zod";

z.config({ jitless: true });
