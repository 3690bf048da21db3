import{q as r}from"./chunk-VD4ODGGO.js";r.bring=()=>import("./desk-76MXWBUY.js");
