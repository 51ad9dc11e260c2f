pragma circom 2.2.3;

// Poseidon over BN254: 8 full rounds, x^5, state [0, inputs…], the first element of the state is the hash.
// `poseidon-constants.circom` is written by the build from the Grain LFSR, not copied from anywhere.
include "poseidon-constants.circom";

template FifthPower() {
    signal input in;
    signal output out;
    signal second <== in * in;
    signal fourth <== second * second;
    out <== fourth * in;
}

template Poseidon(n) {
    signal input in[n];
    signal output out;
    var t = n + 1;
    var half = 4;
    var partial = PARTIAL_ROUNDS(t);
    var rounds = 2 * half + partial;
    var added[rounds * t] = ROUND_CONSTANTS(t);
    var matrix[t * t] = MATRIX(t);
    component full[2 * half][t];
    component single[partial];
    signal state[rounds + 1][t];
    state[0][0] <== 0;
    for (var i = 0; i < n; i++) state[0][i + 1] <== in[i];
    for (var round = 0; round < rounds; round++) {
        var powered[t];
        for (var i = 0; i < t; i++) powered[i] = state[round][i] + added[round * t + i];
        if (round < half || round >= half + partial) {
            var place = round < half ? round : round - partial;
            for (var i = 0; i < t; i++) {
                full[place][i] = FifthPower();
                full[place][i].in <== powered[i];
                powered[i] = full[place][i].out;
            }
        } else {
            single[round - half] = FifthPower();
            single[round - half].in <== powered[0];
            powered[0] = single[round - half].out;
        }
        for (var i = 0; i < t; i++) {
            var mixed = 0;
            for (var j = 0; j < t; j++) mixed += matrix[i * t + j] * powered[j];
            state[round + 1][i] <== mixed;
        }
    }
    out <== state[rounds][0];
}
