"use strict";
/* For a Node whose permission model refuses the network by itself (25 and later). */
require("./lite.cjs").finish();
