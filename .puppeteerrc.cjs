/* The bootstrap looks for an installed browser first and downloads one only where there is none. */
module.exports = { skipDownload: true };
