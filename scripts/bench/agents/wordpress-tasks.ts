// Lists the tasks on WordPress, verified in its database.
import type { OwnPlace } from "./places.ts";
import type { Task } from "./task.ts";

const link = (name: string) => ({ kind: "link", name }) as const;
const button = (name: string) => ({ kind: "button", name }) as const;
const field = (name: string) => ({ kind: "field", name }) as const;

export const wordpressTasks: readonly Task[] = [
  {
    name: "leave a comment",
    site: "wordpress",
    intent: "Leave a comment on the latest post of the blog.",
    async carryOut(agent, url) {
      await agent.open(`${url}/`, "part 600");
      await agent.click(link("part 600"), "Post Comment");
      await agent.fillIn([
        { target: field("Comment"), kind: "text", value: "Well mended, and well told." },
        { target: field("Name"), kind: "text", value: "Iris Vogel" },
        { target: field("Email"), kind: "text", value: "iris@example.test" },
      ]);
      await agent.click(button("Post Comment"), "Well mended, and well told.");
      return "";
    },
    async verify(place) {
      const sql =
        "SELECT comment_author FROM wp_comments WHERE comment_content LIKE 'Well mended%'";
      const found = await ask(place, sql);
      if (found !== "Iris Vogel") throw new Error(`the comment is by "${found}"`);
    },
  },
  {
    name: "rename the site",
    site: "wordpress",
    intent: "Log in as admin and give the blog the tagline “Slow hours, told slowly”.",
    async carryOut(agent, url) {
      await agent.open(`${url}/wp-login.php`, "Password");
      await agent.fillIn([
        { target: field("Username or Email Address"), kind: "text", value: "admin" },
        { target: field("Password"), kind: "text", value: "webserv-admin" },
      ]);
      await agent.click(button("Log In"), "Dashboard");
      await agent.click(link("Settings"), "Tagline");
      await agent.fillIn([
        { target: field("Tagline"), kind: "text", value: "Slow hours, told slowly" },
      ]);
      await agent.click(button("Save Changes"), "Settings saved.");
      return "";
    },
    async verify(place) {
      const sql = "SELECT option_value FROM wp_options WHERE option_name = 'blogdescription'";
      const found = await ask(place, sql);
      if (found !== "Slow hours, told slowly") throw new Error(`the tagline is "${found}"`);
    },
  },
];

async function ask(place: OwnPlace, sql: string): Promise<string> {
  const client = ["mariadb", "--batch", "--skip-column-names", "wordpress", "-e", sql];
  return await place.exec(client);
}
