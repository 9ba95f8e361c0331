// Lists all tasks of the benchmark, of every site.
import { storeTasks } from "./store-tasks.ts";
import { wordpressTasks } from "./wordpress-tasks.ts";
import type { Task } from "./task.ts";

export const tasks: readonly Task[] = [...storeTasks, ...wordpressTasks];
