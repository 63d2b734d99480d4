#pragma once

#include "ik/body/layout.h"
#include "ik/simd/vectors.h"

namespace ik {

/// A frame: its x, y and z axes and its origin p, in world axes. Column is either Lanes with the
/// coordinates of one vector, or Vec with one vector per lane.
template <class Column>
struct Frame {
  Column x, y, z, p;
};

IK_INLINE Lanes times(double factor, const Lanes& column) { return factor * column; }
template <class N>
IK_INLINE Vec<N> times(double factor, const Vec<N>& column) {
  return every<N>(factor) * column;
}

/// The direction with the coordinates a in `frame`.
template <class Column>
IK_INLINE Column direction(const Frame<Column>& frame, const double* a) {
  return times(a[0], frame.x) + times(a[1], frame.y) + times(a[2], frame.z);
}

/// The point with the coordinates a in `frame`, p + ((a_x x + a_y y) + a_z z).
IK_INLINE Lanes shifted(const Frame<Lanes>& frame, const double* a) {
  return frame.p + direction(frame, a);
}
/// shifted() without the zero terms; `axes` = shift_axes(a). The branch pays off for a batch of
/// bodies, not for a single one.
template <class N>
IK_INLINE Vec<N> shifted(const Frame<Vec<N>>& frame, const double* a, unsigned axes) {
  switch (axes) {
    case 0:
      return frame.p;
    case 1:
      return frame.p + times(a[0], frame.x);
    case 2:
      return frame.p + times(a[1], frame.y);
    case 3:
      return frame.p + (times(a[0], frame.x) + times(a[1], frame.y));
    case 4:
      return frame.p + times(a[2], frame.z);
    case 5:
      return frame.p + (times(a[0], frame.x) + times(a[2], frame.z));
    case 6:
      return frame.p + (times(a[1], frame.y) + times(a[2], frame.z));
    default:
      return frame.p + direction(frame, a);
  }
}
IK_INLINE Lanes shifted(const Frame<Lanes>& frame, const double* a, unsigned) {
  return shifted(frame, a);
}

/// Rotates the axes y and z of a frame about its third axis.
template <class Column, class N>
IK_INLINE void mix(const N& sine, const N& cosine, Column& y, Column& z) {
  const Column old = y;
  y = cosine * y + sine * z;
  z = cosine * z - sine * old;
}

/// Rotates a frame about a unit vector: a in the frame's coordinates, v in world axes. Rodrigues'
/// formula for each column c:
///   cos c + (1 - cos) (v . c) v + sin (v x c)
/// Here v . c is a coordinate of a, and v x c is a combination of the other two columns.
template <class Column, class N>
IK_INLINE void turn(const double* a, const Column& v, const N& sine, const N& cosine,
                    Frame<Column>& frame) {
  const N versine = every<N>(1.0) - cosine;
  const Column along = versine * v;
  const Column ax = sine * frame.x, ay = sine * frame.y, az = sine * frame.z;
  frame.x = cosine * frame.x + times(a[0], along) + (times(a[2], ay) - times(a[1], az));
  frame.y = cosine * frame.y + times(a[1], along) + (times(a[0], az) - times(a[2], ax));
  frame.z = cosine * frame.z + times(a[2], along) + (times(a[1], ax) - times(a[0], ay));
}

/// Rotates a frame about its own axis 0, 1 or 2. \param[out] v the rotation axis, world axes
template <class Column, class N>
IK_INLINE void turn_about(int axis, const N& sine, const N& cosine, Frame<Column>& frame,
                          Column& v) {
  // by value: clang keeps variables that are selected by address in memory, not in registers
  Column x = frame.x, y = frame.y, z = frame.z;
  if (axis == 0) {
    v = x;
    mix(sine, cosine, y, z);
  } else if (axis == 1) {
    v = y;
    mix(sine, cosine, z, x);
  } else {
    v = z;
    mix(sine, cosine, x, y);
  }
  frame.x = x;
  frame.y = y;
  frame.z = z;
}

/// Replaces the parent's frame by the frame that the link's joint moves.
/// \param[out] v the joint's axis, world axes
template <class Column, class N>
IK_INLINE void move(const Link& link, const N& theta, const N& sine, const N& cosine,
                    Frame<Column>& frame, Column& v) {
  frame.p = shifted(frame, link.offset.data(), link.shift);
  if (link.plain) {
    turn_about(link.unit_axis, sine, cosine, frame, v);
    return;
  }
  if (link.turned) {
    const Column x = direction(frame, link.rotation.data());
    const Column y = direction(frame, link.rotation.data() + 3);
    frame.z = direction(frame, link.rotation.data() + 6);
    frame.x = x;
    frame.y = y;
  }

  if (is_angular(link.type) && link.unit_axis >= 0) {
    turn_about(link.unit_axis, sine, cosine, frame, v);
  } else {
    v = direction(frame, link.axis.data());
    if (is_angular(link.type)) turn(link.axis.data(), v, sine, cosine, frame);
  }
  // a slide moves the origin along the axis, so it stays a point on the axis
  if (link.type == JointType::kPrismatic) frame.p = frame.p + theta * v;
  if (link.type == JointType::kScrew) frame.p = frame.p + (every<N>(link.pitch) * theta) * v;
}

}  // namespace ik
