import{Q as r}from"./chunk-NS6FRTY3.js";r.bring=()=>import("./desk-S32H7VCI.js");
