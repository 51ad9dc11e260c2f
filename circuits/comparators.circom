pragma circom 2.2.3;

// Bits, comparisons and thermometers. Whoever uses AtMost has proved both sides to be that small.

// The n bits of a number; no witness exists for one that has more.
template Bits(n) {
    signal input in;
    signal output bits[n];
    var sum = 0;
    for (var i = 0; i < n; i++) {
        bits[i] <-- (in >> i) & 1;
        bits[i] * (bits[i] - 1) === 0;
        sum += bits[i] * (1 << i);
    }
    sum === in;
}

// 1 if a <= b, both below 2^n.
template AtMost(n) {
    signal input a;
    signal input b;
    signal output out;
    component difference = Bits(n + 1);
    difference.in <== (1 << n) + b - a;
    out <== difference.bits[n];
}

// 1 if the number is 0.
template IsZero() {
    signal input in;
    signal output out;
    signal inverse <-- in != 0 ? 1 / in : 0;
    out <== 1 - in * inverse;
    in * out === 0;
}

// 1 if each of n bits is 1.
template All(n) {
    signal input in[n];
    signal output out;
    var missing = n;
    for (var i = 0; i < n; i++) missing -= in[i];
    out <== IsZero()(missing);
}

// at_least[d] is 1 if the number (16 bits, given) is more than d, for d from 0 to 15.
template Thermometer16() {
    signal input bits[16];
    signal output at_least[16];
    var low = 0;
    var high = 0;
    for (var i = 0; i < 4; i++) low += bits[i] * (1 << i);
    for (var i = 4; i < 16; i++) high += bits[i];
    signal is_low <== IsZero()(high);
    // 16 stands for everything from there on.
    signal level <== 16 + is_low * (low - 16);
    var sum = 0;
    for (var d = 0; d < 16; d++) {
        at_least[d] <-- level > d ? 1 : 0;
        at_least[d] * (at_least[d] - 1) === 0;
        if (d > 0) at_least[d] * (1 - at_least[d - 1]) === 0;
        sum += at_least[d];
    }
    sum === level;
}
