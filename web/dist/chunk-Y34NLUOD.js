import{q as r}from"./chunk-7ZBOZFGI.js";r.bring=()=>import("./desk-JVUC5ATU.js");
