// What is shown where there is nothing to show.
import type { Problem } from "../../contract/problem.ts";
import { useTitle } from "../title.ts";

export function NotFoundPage() {
  return <Nothing title="Page not found" text="There is nothing at this address." />;
}

export function ProblemPage({ problem }: { problem: Problem }) {
  const title = problem.code === "not_found" ? "Page not found" : "That did not work";
  return <Nothing title={title} text={problem.message} />;
}

function Nothing({ title, text }: { title: string; text: string }) {
  useTitle(title);
  return (
    <div class="page narrow">
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      <p>
        <a class="button" href="/">
          Back to the shop
        </a>
      </p>
    </div>
  );
}
