import{q as r}from"./chunk-Z6526R2M.js";r.bring=()=>import("./desk-XZTEKYSP.js");
