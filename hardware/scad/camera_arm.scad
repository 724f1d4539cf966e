// What holds the camera over the felt: a foot screwed on the table, a corner between post and boom, a holder for a
// Raspberry Pi camera at the boom's end. Post and boom are square tubes. All sizes in millimetres.

/* [What] */
part = "all"; // [all, foot, corner, holder]

/* [Tube] */
tube = 20;           // outside of the square tube
slack = 0.4;         // between tube and socket
grip = 45;           // how deep a tube goes in
wall = 5;
screw = 4.2;         // clamps the tube; for M4 through both walls

/* [Camera] */
board = [25, 24];    // of a Camera Module 2 or 3
holes = [21, 12.5];  // between the middles of its four holes
holes_top = 2;       // from the board's upper edge to the upper holes
hole = 2.2;          // M2
stand = 5;           // between plate and board, for the parts on the board's back

/* [Foot] */
foot = 90;
wood_screw = 4.5;

$fn = 40;
inside = tube + slack;
outside = inside + 2 * wall;

// A socket for a tube along z, open above, closed below by `floor_` mm; screws on two sides.
module socket(floor_ = wall) {
    difference() {
        translate([-outside / 2, -outside / 2, 0]) cube([outside, outside, grip + floor_]);
        translate([-inside / 2, -inside / 2, floor_]) cube([inside, inside, grip + 1]);
        for (z = [0.3, 0.75]) translate([0, 0, floor_ + z * grip]) rotate([90, 0, 0])
            cylinder(h = 2 * outside, d = screw, center = true);
    }
}

module foot() {
    difference() {
        union() {
            translate([-foot / 2, -foot / 2, 0]) cube([foot, foot, wall]);
            for (turn = [0 : 90 : 270]) rotate(turn) rib(foot / 2 - 2, grip * 0.8);
            socket();
        }
        for (x = [-1, 1], y = [-1, 1]) translate([x * (foot / 2 - 10), y * (foot / 2 - 10), -1]) {
            cylinder(h = wall + 2, d = wood_screw);
            translate([0, 0, wall - 1.4]) cylinder(h = 3, d1 = wood_screw, d2 = wood_screw + 5);
        }
        translate([-inside / 2, -inside / 2, wall]) cube([inside, inside, 2 * grip]);
    }
}

// A triangle from the socket outwards, standing on z = 0.
module rib(out, high) {
    rotate([90, 0, 0]) linear_extrude(wall, center = true)
        polygon([[outside / 2 - 1, 0], [out, 0], [outside / 2 - 1, high]]);
}

module corner() {
    // The post comes from below, the boom goes to the right.
    difference() {
        union() {
            translate([0, 0, -grip]) mirror([0, 0, 1]) translate([0, 0, -grip]) socket();
            translate([0, 0, outside / 2]) rotate([0, 90, 0]) translate([0, 0, -outside / 2]) boom_socket();
            rotate([90, 0, 0]) linear_extrude(2 * wall, center = true)
                polygon([[outside / 2 - 1, -grip + 4], [outside / 2 - 1, 1], [outside / 2 + grip - 6, 1]]);
        }
    }
}

module boom_socket() {
    socket(outside / 2 + wall);
}

module holder() {
    // The boom comes from the left; the camera looks down, its board under the plate.
    reach = outside / 2 + 8;
    difference() {
        union() {
            translate([0, 0, outside / 2]) rotate([0, -90, 0]) socket();
            translate([-wall, -20, 0]) cube([reach + board[1] + 8, 40, wall]);
            for (y = [-20, 20 - wall]) translate([-wall, y, 0]) gusset(reach);
            at_board(reach) for (x = [0, 1], y = [0, 1])
                translate([holes_top + y * holes[1], (x - 0.5) * holes[0], -stand]) cylinder(h = stand + 0.1, d = hole + 3.2);
        }
        at_board(reach) {
            for (x = [0, 1], y = [0, 1])
                translate([holes_top + y * holes[1], (x - 0.5) * holes[0], -stand - 1]) cylinder(h = 30, d = hole);
            // The ribbon goes up behind the board.
            translate([board[1] + 1, -9, -1]) cube([3, 18, wall + 2]);
        }
    }
}

module at_board(reach) { translate([reach, 0, 0]) children(); }

module gusset(reach) {
    translate([0, wall, 0]) rotate([90, 0, 0]) linear_extrude(wall)
        polygon([[0, 0], [reach + board[1], 0], [reach + board[1], wall], [wall + 4, outside * 0.8], [0, outside * 0.8]]);
}

if (part == "foot") foot();
if (part == "corner") corner();
if (part == "holder") holder();
if (part == "all") {
    foot();
    translate([110, 0, grip + wall]) corner();
    translate([140, -110, 0]) holder();
}
