// Joins two boards of the rail at a corner of the play area and screws them to the table.
// Outside it is round; inside its walls make the corner that dice bounce off. All sizes in millimetres.

/* [Rail] */
board = 12;          // thickness of the rail's boards, soft layer apart
high = 40;           // height of the rail; dice of 16 mm do not jump over 40
slack = 0.3;

/* [Corner] */
arm = 45;            // how far it holds each board
wall = 3.5;
floor_ = 4;
screw = 4.5;         // countersunk wood screws
angle = 90;          // between the boards; 135 for a table with eight corners

$fn = 48;
gap = board + slack;

// One arm along x: a channel, open above and at its end.
module arm_(along) {
    difference() {
        translate([0, -wall, 0]) cube([along, gap + 2 * wall, high * 0.7 + floor_]);
        translate([wall, 0, floor_]) cube([along + 1, gap, high]);
    }
}

module screws() {
    for (x = [arm * 0.45, arm * 0.8]) translate([x, gap / 2, -1]) {
        cylinder(h = floor_ + 2, d = screw);
        translate([0, 0, floor_ - 1.2]) cylinder(h = 4, d1 = screw, d2 = screw + 5);
    }
}

difference() {
    union() {
        arm_(arm);
        // The other arm is the mirror image. Each board ends at the other arm's inner wall: no need to mitre.
        rotate(angle) mirror([0, 1, 0]) arm_(arm);
        // The outer edge, rounded: nobody is hurt who walks into it.
        cylinder(h = high * 0.7 + floor_, r = wall);
    }
    screws();
    rotate(angle) mirror([0, 1, 0]) screws();
}
