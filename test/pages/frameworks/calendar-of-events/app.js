import { Calendar } from "fullcalendar";

new Calendar(document.getElementById("calendar"), {
  initialDate: "2027-03-10",
  initialView: "dayGridWeek",
  editable: true,
  selectable: true,
  headerToolbar: false,
  contentHeight: 200,
  events: [{ title: "Review", start: "2027-03-09" }],
  dateClick() {},
  eventClick() {},
}).render();
