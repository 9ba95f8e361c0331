import { createApp, h, nextTick, ref } from "vue";

const act = () => {};
const done = ref(false);

createApp({
  render: () =>
    h("main", [
      h("div", { onClick: act }, "Card"),
      h("div", { onClickOnce: act }, "Card once"),
      h("li", { onMouseenter: act }, "Menu"),
      h("p", "Plain"),
      h("div", { onClick: done.value ? undefined : act }, "No longer"),
      h("div", { id: "over", onClickOnce: act }, "Once is over"),
      h("div", { onPointerdown: act }, "Pressed"),
    ]),
}).mount("#root");
done.value = true;
await nextTick();
document.getElementById("over").click();
