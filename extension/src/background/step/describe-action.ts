// Says an action in a few words, for the person who watches. What is typed is not repeated.
import type { Action } from "@webserv/shared/model/action.ts";

const MAX_WORDS = 120;

export function describeAction(action: Action): string {
  return words(action).slice(0, MAX_WORDS);
}

function words(action: Action): string {
  switch (action.type) {
    case "click":
      return `Click ${action.id}`;
    case "hover":
      return `Point at ${action.id}`;
    case "press":
      return action.id === undefined
        ? `Press ${action.key}`
        : `Press ${action.key} on ${action.id}`;
    case "type":
      return `Type into ${action.id}`;
    case "clear":
      return `Empty ${action.id}`;
    case "select":
      return `Choose ${action.options.join(", ")} in ${action.id}`;
    case "goto":
      return `Go to ${action.url}`;
    case "back":
      return "Go back";
    case "forward":
      return "Go forward";
    case "refresh":
      return "Reload the page";
    case "new_tab":
      return action.url === undefined ? "Open a tab" : `Open a tab at ${action.url}`;
    case "switch_tab":
      return `Switch to tab ${action.index}`;
    case "close_tab":
      return action.index === undefined ? "Close the tab" : `Close tab ${action.index}`;
    case "terminate":
      return "End the task";
  }
}
