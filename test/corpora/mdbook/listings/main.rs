struct Knot;
fn main() {
    // ANCHOR: knot
    let knot = Knot;
    // ANCHOR_END: knot
    tie(knot);
}
