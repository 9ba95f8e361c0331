import { flushSync, mount } from "svelte";
import App from "./App.svelte";

const app = mount(App, { target: document.getElementById("root") });
flushSync(() => app.finish());
