pragma circom 2.2.3;

// The predicate of one AutoLoop16Window and its commitment ASC1; src/audit/window-predicate.ts and
// src/audit/window-commitment.ts say the same in integers. Nothing about the invariants is asserted: each gives a bit,
// so that a violated window is provably violated. What is asserted is that codes and numbers are what they can be.
include "comparators.circom";
include "poseidon.circom";

// Step length and number of steps, from h0 = t_start_ms + step_ms·2^48 + 16·2^80.
template Header() {
    signal input h0;
    signal output step_ms;
    signal start_and_step <== h0 - 16 * (1 << 80);
    signal bits[80] <== Bits(80)(start_and_step);
    var sum = 0;
    for (var i = 0; i < 32; i++) sum += bits[48 + i] * (1 << i);
    step_ms <== sum;
}

// What governs: six values of 24 bits in g0, four of 32 in g1.
template Governance() {
    signal input g0;
    signal input g1;
    signal output micro[6];
    signal output whole[4];
    signal low[144] <== Bits(144)(g0);
    signal high[128] <== Bits(128)(g1);
    for (var k = 0; k < 6; k++) {
        var sum = 0;
        for (var i = 0; i < 24; i++) sum += low[24 * k + i] * (1 << i);
        micro[k] <== sum;
    }
    for (var k = 0; k < 4; k++) {
        var sum = 0;
        for (var i = 0; i < 32; i++) sum += high[32 * k + i] * (1 << i);
        whole[k] <== sum;
    }
}

// k_pause = ceil(min_pause_ms / step_ms), so 0 <= k·step − pause < step. A step of 0 ms has no such k.
template Pause() {
    signal input k_pause;
    signal input min_pause_ms;
    signal input step_ms;
    signal output at_least[16];
    signal bits[16] <== Bits(16)(k_pause);
    at_least <== Thermometer16()(bits);
    signal beyond <== k_pause * step_ms - min_pause_ms;
    signal beyond_bits[32] <== Bits(32)(beyond);
    signal room[32] <== Bits(32)(step_ms - 1 - beyond);
}

// Flags 0 to 3 and 9: β₁ and the two energies.
template Measures() {
    signal input beta1[16];
    signal input acute[16];
    signal input systemic[16];
    signal input micro[6];
    signal input carry_beta;
    signal input has_prev;
    signal output in_corridor;
    signal output jerk_ok;
    signal output acute_ok;
    signal output systemic_ok;
    signal output edge_jerk_ok;

    for (var i = 0; i < 16; i++) {
        _ <== Bits(24)(beta1[i]);
        _ <== Bits(24)(acute[i]);
        _ <== Bits(24)(systemic[i]);
    }
    component corridor = All(32);
    component calm = All(30);
    component cool = All(16);
    var sum = 0;
    for (var i = 0; i < 16; i++) {
        corridor.in[2 * i] <== AtMost(24)(micro[0], beta1[i]);
        corridor.in[2 * i + 1] <== AtMost(24)(beta1[i], micro[1]);
        if (i > 0) {
            calm.in[2 * i - 2] <== AtMost(25)(beta1[i], beta1[i - 1] + micro[2]);
            calm.in[2 * i - 1] <== AtMost(25)(beta1[i - 1], beta1[i] + micro[2]);
        }
        cool.in[i] <== AtMost(24)(acute[i], micro[3]);
        sum += systemic[i];
    }
    in_corridor <== corridor.out;
    jerk_ok <== calm.out;
    acute_ok <== cool.out;

    // A high cap could swallow one unmeasured step in the average, so each is looked at: the product is 0 with one.
    signal measured[16];
    measured[0] <== systemic[0] - 0xffffff;
    for (var i = 1; i < 16; i++) measured[i] <== measured[i - 1] * (systemic[i] - 0xffffff);
    signal unmeasured <== IsZero()(measured[15]);
    signal under <== AtMost(28)(sum, 16 * micro[4]);
    systemic_ok <== under * (1 - unmeasured);

    signal not_above <== AtMost(25)(beta1[0], carry_beta + micro[2]);
    signal not_below <== AtMost(25)(carry_beta, beta1[0] + micro[2]);
    signal edge <== not_above * not_below;
    edge_jerk_ok <== 1 - has_prev * (1 - edge);
}

// One step in bits. Rest: ACTIVE 0, REST 1, VETO 2, SILENT 3. Stance: CONSENT 0 … SUSPEND 4, unknown 5; 6 and 7 are none.
template Step() {
    signal input rest;
    signal input stance;
    signal input high;
    signal output is_veto;
    signal output is_rest;
    signal output violations;
    signal r[2] <== Bits(2)(rest);
    signal s[3] <== Bits(3)(stance);
    high * (high - 1) === 0;
    s[1] * s[2] === 0;
    signal is_silent <== r[0] * r[1];
    is_veto <== r[1] - is_silent;
    is_rest <== r[0] + r[1] - 2 * is_silent;
    signal is_unknown <== s[0] * s[2];
    // CONSENT and SUSPEND are the codes whose two low bits are 0.
    signal agrees <== (1 - s[0]) * (1 - s[1]);
    signal may_act <== agrees * (1 - is_silent);
    signal refused <== (1 - is_veto) * (1 - may_act);
    signal acted <== high * refused;
    violations <== is_unknown + acted;
}

// Flags 4, 6, 7 and 10, and the cooldown that is still owed at the end.
template Rests() {
    signal input rest[16];
    signal input stance[16];
    signal input high[16];
    signal input rho_min;
    signal input k_pause;
    signal input pause_at_least[16];
    signal input carry_cool;
    signal input carry_at_least[16];
    signal input has_prev;
    signal output fraction_ok;
    signal output cooldown_ok;
    signal output silence_ok;
    signal output edge_cooldown_ok;
    signal output cool_out;

    component step[16];
    var resting = 0;
    var violations = 0;
    for (var i = 0; i < 16; i++) {
        step[i] = Step();
        step[i].rest <== rest[i];
        step[i].stance <== stance[i];
        step[i].high <== high[i];
        resting += step[i].is_rest;
        violations += step[i].violations;
    }
    fraction_ok <== AtMost(28)(16 * rho_min, 1000000 * resting);
    silence_ok <== IsZero()(violations);

    // Steps that work d steps after a VETO, for each distance; they count where the pause is that long.
    signal working[15][15];
    signal too_soon[15];
    var early = 0;
    for (var d = 1; d < 16; d++) {
        var at_distance = 0;
        for (var i = 0; i + d < 16; i++) {
            working[d - 1][i] <== step[i].is_veto * (1 - step[i + d].is_rest);
            at_distance += working[d - 1][i];
        }
        for (var i = 16 - d; i < 15; i++) working[d - 1][i] <== 0;
        too_soon[d - 1] <== pause_at_least[d - 1] * at_distance;
        early += too_soon[d - 1];
    }
    cooldown_ok <== IsZero()(early);

    signal owing[16];
    var broken = 0;
    for (var i = 0; i < 16; i++) {
        owing[i] <== carry_at_least[i] * (1 - step[i].is_rest);
        broken += owing[i];
    }
    edge_cooldown_ok <== IsZero()(has_prev * broken);

    // quiet[i]: no VETO from step i on. Their number is what has passed since the last one.
    signal quiet[16];
    quiet[15] <== 1 - step[15].is_veto;
    var passed = quiet[15];
    for (var i = 14; i >= 0; i--) {
        quiet[i] <== quiet[i + 1] * (1 - step[i].is_veto);
        if (i > 0) passed += quiet[i];
    }
    signal is_owed <== AtMost(16)(passed, k_pause);
    signal debt <== is_owed * (k_pause - passed);
    signal owed <== (1 - quiet[0]) * debt;
    signal carried <== carry_at_least[15] * (carry_cool - 16);
    signal owes_more <== AtMost(16)(carried, owed);
    cool_out <== carried + owes_more * (owed - carried);
}

// The root over eight leaves; leaf 5 and leaf 6 come in as hashes.
template Commitment() {
    signal input beta1[16];
    signal input acute[16];
    signal input systemic[16];
    signal input rest[16];
    signal input stance[16];
    signal input high[16];
    signal input leaf5;
    signal input leaf6;
    signal input header[5];
    signal input salt[6];
    signal output root;
    var TAG = 0x4153433100;

    var packed[5][2];
    for (var k = 0; k < 5; k++) for (var j = 0; j < 2; j++) packed[k][j] = 0;
    for (var i = 0; i < 16; i++) {
        var half = i < 8 ? 0 : 1;
        var place = 1 << (24 * (i % 8));
        packed[0][half] += beta1[i] * place;
        packed[1][half] += acute[i] * place;
        packed[2][half] += systemic[i] * place;
        packed[3][0] += rest[i] * (1 << (2 * i));
        packed[4][0] += stance[i] * (1 << (3 * i));
        packed[4][1] += high[i] * (1 << i);
    }
    signal leaf[8];
    for (var k = 0; k < 5; k++) {
        leaf[k] <== Poseidon(4)([TAG + k, packed[k][0], packed[k][1], salt[k]]);
    }
    leaf[5] <== leaf5;
    leaf[6] <== leaf6;
    leaf[7] <== Poseidon(7)([TAG + 7, header[0], header[1], header[2], header[3], header[4], salt[5]]);
    signal pair[4];
    for (var k = 0; k < 4; k++) pair[k] <== Poseidon(2)([leaf[2 * k], leaf[2 * k + 1]]);
    signal left <== Poseidon(2)([pair[0], pair[1]]);
    signal right <== Poseidon(2)([pair[2], pair[3]]);
    root <== Poseidon(2)([left, right]);
}

// A window, given what governs it.
template GovernedWindow() {
    signal input prev_root;
    signal input h0;
    signal input carry_in;
    signal input micro[6];
    signal input whole[4];
    signal input k_pause;
    signal input pause_at_least[16];
    signal input leaf5;
    signal input beta1[16];
    signal input acute[16];
    signal input systemic[16];
    signal input rest[16];
    signal input stance[16];
    signal input high[16];
    signal input leaf6;
    signal input ids[2];
    signal input salt[6];
    signal output asc_root;
    signal output flags;
    signal output ok;
    signal output carry_out;

    signal carry[41] <== Bits(41)(carry_in);
    var beta = 0;
    var cool = 0;
    signal cool_bits[16];
    for (var i = 0; i < 24; i++) beta += carry[i] * (1 << i);
    for (var i = 0; i < 16; i++) {
        cool_bits[i] <== carry[24 + i];
        cool += carry[24 + i] * (1 << i);
    }
    signal carry_at_least[16] <== Thermometer16()(cool_bits);

    signal bit[11];
    signal cool_out;
    (bit[0], bit[1], bit[2], bit[3], bit[9]) <== Measures()(beta1, acute, systemic, micro, beta, carry[40]);
    (bit[4], bit[6], bit[7], bit[10], cool_out) <== Rests()(
        rest, stance, high, micro[5], k_pause, pause_at_least, cool, carry_at_least, carry[40]
    );
    bit[5] <== AtMost(32)(whole[2], whole[0]);
    bit[8] <== AtMost(32)(whole[3], whole[1]);

    component window_ok = All(9);
    var sum = 0;
    for (var i = 0; i < 11; i++) {
        sum += bit[i] * (1 << i);
        if (i < 9) window_ok.in[i] <== bit[i];
    }
    flags <== sum;
    ok <== window_ok.out;
    carry_out <== beta1[15] + cool_out * (1 << 24) + (1 << 40);
    asc_root <== Commitment()(
        beta1, acute, systemic, rest, stance, high, leaf5, leaf6, [prev_root, h0, carry_in, ids[0], ids[1]], salt
    );
}

// One window: the circuit that is proved.
template Window() {
    signal input prev_root;
    signal input h0;
    signal input carry_in;
    signal input g0;
    signal input g1;
    signal input beta1[16];
    signal input acute[16];
    signal input systemic[16];
    signal input rest[16];
    signal input stance[16];
    signal input high[16];
    signal input k_pause;
    signal input leaf6;
    signal input ids[2];
    // Of the leaves 0 to 4, 5 and 7.
    signal input salt[7];
    signal output asc_root;
    signal output flags;
    signal output ok;
    signal output carry_out;

    signal step_ms <== Header()(h0);
    signal micro[6];
    signal whole[4];
    (micro, whole) <== Governance()(g0, g1);
    signal pause_at_least[16] <== Pause()(k_pause, whole[0], step_ms);
    signal leaf5 <== Poseidon(4)([0x4153433105, g0, g1, salt[5]]);
    (asc_root, flags, ok, carry_out) <== GovernedWindow()(
        prev_root, h0, carry_in, micro, whole, k_pause, pause_at_least, leaf5,
        beta1, acute, systemic, rest, stance, high, leaf6, ids,
        [salt[0], salt[1], salt[2], salt[3], salt[4], salt[6]]
    );
}

// k windows one after the other under the same governance: only measured, never shipped.
template WindowsInARow(k) {
    signal input prev_root;
    signal input h0;
    signal input carry_in;
    signal input g0;
    signal input g1;
    signal input beta1[k][16];
    signal input acute[k][16];
    signal input systemic[k][16];
    signal input rest[k][16];
    signal input stance[k][16];
    signal input high[k][16];
    signal input k_pause;
    signal input leaf6[k];
    signal input ids[k][2];
    signal input salt5;
    signal input salt[k][6];
    signal output asc_root;
    signal output flags[k];
    signal output ok;
    signal output carry_out;

    signal step_ms <== Header()(h0);
    signal micro[6];
    signal whole[4];
    (micro, whole) <== Governance()(g0, g1);
    signal pause_at_least[16] <== Pause()(k_pause, whole[0], step_ms);
    signal leaf5 <== Poseidon(4)([0x4153433105, g0, g1, salt5]);
    signal root[k + 1];
    signal carry[k + 1];
    component every = All(k);
    root[0] <== prev_root;
    carry[0] <== carry_in;
    for (var i = 0; i < k; i++) {
        (root[i + 1], flags[i], every.in[i], carry[i + 1]) <== GovernedWindow()(
            root[i], h0 + i * 16 * step_ms, carry[i], micro, whole, k_pause, pause_at_least, leaf5,
            beta1[i], acute[i], systemic[i], rest[i], stance[i], high[i], leaf6[i], ids[i], salt[i]
        );
    }
    asc_root <== root[k];
    ok <== every.out;
    carry_out <== carry[k];
}
