// The functions of <math.h> that the engine calls. It has no other C library, so that it can be built without one.
double atan2(double, double);
double atanh(double);
double cos(double);
double exp(double);
double expm1(double);
double hypot(double, double);
double log(double);
double pow(double, double);
double sin(double);
double sinh(double);
