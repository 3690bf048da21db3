import{q as r}from"./chunk-OV7J5ROO.js";r.bring=()=>import("./desk-JPZTHRXS.js");
