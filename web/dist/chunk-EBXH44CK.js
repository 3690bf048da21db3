import{q as r}from"./chunk-UKFG2M4M.js";r.bring=()=>import("./desk-PXMW7W3F.js");
