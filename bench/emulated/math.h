/* What the references take from a C library's math.h: there is none for programs on an emulator. */
#pragma once

float sqrtf(float x);
