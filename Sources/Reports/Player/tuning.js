// The page of a tuning: its thresholds, which judge the labelled gestures again.

import { connectThresholds } from "./thresholds.js";

document.documentElement.classList.add("live");
connectThresholds(JSON.parse(document.getElementById("threshold-data").textContent), null, null);
