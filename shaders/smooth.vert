// At the largest depth.
void main() { gl_Position = vec4(corner(gl_VertexID), 1.0, 1.0); }
