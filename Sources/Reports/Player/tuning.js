// The page of a tuning: its thresholds, which judge the labelled gestures again.

import { connectLinks } from "./address.js";
import { connectThresholds } from "./thresholds.js";

document.documentElement.classList.add("live");
connectThresholds(JSON.parse(document.getElementById("threshold-data").textContent), null, null);
connectLinks(() => {});
