// The pad of one seat: two buttons, two lights beside them, a bottom that is screwed on.
// Left is "for", right is "against": a finger tells them apart by one and two bumps.
// All sizes in millimetres.

/* [What] */
part = "all"; // [all, box, bottom]

/* [Buttons and lights] */
button = 16.2;       // hole of a button
apart = 36;          // between the middles of the two buttons
light = 5.2;         // hole of a light: 5.2 for an LED, 10.2 for a WS2812 on a round board
light_above = 18;    // from a button's middle to its light's

/* [Box] */
width = 80;
depth = 58;
height = 40;         // at the back; buttons of 16 mm reach about 28 mm into it
wall = 2.4;
round = 6;
slope = 12;          // degrees by which the top leans towards the player
cable = 6;           // hole in the back
screw = 3.0;         // for self-tapping screws of 3 mm
slack = 0.3;         // between box and bottom

$fn = 32;
post = screw + 5;

module plate(w, d, h, r) {
    linear_extrude(h) offset(r) square([w - 2 * r, d - 2 * r], center = true);
}

// The outside: high at the back, low at the front.
module body(w, d, r) {
    intersection() {
        plate(w, d, height + depth, r);
        translate([-w, -depth / 2, 0]) rotate([slope, 0, 0])
            translate([0, -depth, -2 * height]) cube([2 * w, 3 * depth, 2 * height + (height - depth * tan(slope)) * cos(slope)]);
    }
}

module posts(h, d) {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (width / 2 - wall - post / 2 + 0.5), y * (depth / 2 - wall - post / 2 + 0.5), 0]) cylinder(h = h, d = d);
}

module on_top() {
    // On the leaning top, its middle as origin.
    translate([0, 0, height - depth / 2 * tan(slope)]) rotate([slope, 0, 0]) children();
}

module box() {
    difference() {
        union() {
            difference() {
                body(width, depth, round);
                translate([0, 0, -wall]) body(width - 2 * wall, depth - 2 * wall, round - wall);
            }
            intersection() {
                body(width - 1, depth - 1, round);
                translate([0, 0, wall + slack]) posts(height, post);
            }
            on_top() bumps();
        }
        on_top() for (side = [-1, 1]) {
            translate([side * apart / 2, -8, -20]) cylinder(h = 40, d = button);
            translate([side * apart / 2, -8 + light_above, -20]) cylinder(h = 40, d = light);
        }
        translate([0, depth / 2, 12]) rotate([90, 0, 0]) cylinder(h = 4 * wall, d = cable, center = true);
        posts(15, screw * 0.85);
        // room for the bottom
        translate([0, 0, -1]) plate(width - 2 * wall + slack, depth - 2 * wall + slack, wall + 1, round - wall);
    }
}

module bumps() {
    translate([-apart / 2, 18, 0]) sphere(d = 3, $fn = 12);
    for (x = [-3, 3]) translate([apart / 2 + x, 18, 0]) sphere(d = 3, $fn = 12);
}

module bottom() {
    difference() {
        plate(width - 2 * wall - slack, depth - 2 * wall - slack, wall, round - wall);
        translate([0, 0, -1]) posts(wall + 2, screw + 0.4);
    }
}

if (part == "box") box();
if (part == "bottom") bottom();
if (part == "all") {
    box();
    translate([0, depth + 10, 0]) bottom();
}
