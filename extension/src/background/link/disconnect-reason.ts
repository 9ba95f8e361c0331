// Says why the native port closed and what to do about it, in words for a person.

/** The messages of Chromium's extensions/browser/api/messaging/native_message_process_host.cc. */
const known: readonly (readonly [fragment: string, words: string])[] = [
  [
    "native messaging host not found",
    "this browser has no entry for the WebServ host; run `webserv install`",
  ],
  [
    "is forbidden",
    "the WebServ host does not know this extension's id; run `webserv install` again",
  ],
  ["Native host has exited", "the WebServ host ended; run `webserv doctor` if it does not return"],
  ["Failed to start native", "the WebServ host could not be started; run `webserv doctor`"],
  ["Error when communicating", "the WebServ host sent something unreadable; run `webserv doctor`"],
];

export function disconnectReason(message: string): string {
  return known.find(([fragment]) => message.includes(fragment))?.[1] ?? message;
}
