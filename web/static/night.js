import { byId } from "./dom.js";

byId("print").addEventListener("click", () => print());
