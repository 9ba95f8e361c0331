"""Books a boat: lists that are searched, a day, sliders and a table; what was booked is written into a file."""

import datetime
import json
from pathlib import Path

import streamlit

PORTS = ["Aarhus", "Bergen", "Bremen", "Esbjerg", "Gdansk", "Hamburg", "Helsinki", "Kiel"]
PORTS += ["Lisbon", "Lübeck", "Malmö", "Oslo", "Porto", "Rostock", "Stavanger", "Turku"]

streamlit.title("Boats")
port = streamlit.selectbox("Port", PORTS, index=None, placeholder="Choose a port")
extras = streamlit.multiselect("Extras", ["Breakfast", "Fishing rod", "Life jackets", "Skipper"])
day = streamlit.date_input("Day", datetime.date(2027, 5, 4))
people = streamlit.number_input("People", min_value=1, max_value=12, value=2)
skipper = streamlit.radio("Deck", ["Lower", "Upper"], horizontal=True)
insured = streamlit.toggle("Insured")
with streamlit.expander("Remarks"):
    remarks = streamlit.text_area("Remarks for the crew")
if port is not None:
    streamlit.write(f"From {port} for {people} people")
streamlit.dataframe([{"boat": f"Boat {n}", "places": n % 7 + 2} for n in range(200)])
if streamlit.button("Book"):
    booking = {
        "port": port,
        "extras": sorted(extras),
        "day": day.isoformat(),
        "people": people,
        "deck": skipper,
        "insured": insured,
        "remarks": remarks,
    }
    Path("booking.json").write_text(json.dumps(booking), encoding="utf-8")
    streamlit.success("Booked.")
