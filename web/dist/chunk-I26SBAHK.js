import{r}from"./chunk-GROTQ5PO.js";r.bring=()=>import("./desk-OBTP2LKA.js");
