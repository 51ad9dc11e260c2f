pragma circom 2.2.3;

// What is proved. Public: the outputs asc_root, flags, ok, carry_out, then these inputs, in this order.
include "window.circom";

component main {public [prev_root, h0, carry_in, g0, g1]} = Window();
