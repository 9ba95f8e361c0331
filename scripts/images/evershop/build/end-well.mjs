// Makes SIGTERM an ordinary end, at which Node writes its compile cache.
process.on("SIGTERM", () => process.exit(0));
