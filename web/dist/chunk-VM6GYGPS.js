import{q as r}from"./chunk-EZUMETE6.js";r.bring=()=>import("./desk-XBKYZQOF.js");
